import type { Dictionary } from './keys';

/** Words that Taiwan says otherwise. What a word has become is not looked at again. */
export const words: Readonly<Record<string, string>> = {
  屏幕: '螢幕',
  局域网: '區域網路',
  列表: '清單',
  振动: '震動',
  无法连接服务器: '無法連線到伺服器',
  凭房间号加入: '輸入房號加入',
  退出该设备: '登出此裝置',
  退出登录: '登出',
  一次点击: '點一下',
  跳到正文: '跳到主要內容',
  主导航: '主要導覽',
  快捷键: '快速鍵',
  房间号: '房號',
  服务器: '伺服器',
  自定义: '自訂',
  蹩马腿: '拐馬腳',
  用户名: '使用者名稱',
  举报: '檢舉',
  加载: '載入',
  占用: '使用',
  在线: '線上',
  全屏: '全螢幕',
  查找: '搜尋',
  复制: '複製',
  复盘: '覆盤',
  字符: '字元',
  宋体: '明體',
  导入: '匯入',
  导出: '匯出',
  当前: '目前',
  恢复: '恢復',
  支持: '支援',
  文件: '檔案',
  断开: '中斷',
  楷体: '楷書',
  注册: '註冊',
  消息: '訊息',
  登录: '登入',
  粘贴: '貼上',
  网络: '網路',
  菜单: '選單',
  设备: '裝置',
  设置: '設定',
  注销: '刪除',
  连接: '連線',
  通信: '通訊',
  重连: '重新連線',
  链接: '連結',
  邮箱: '電子信箱',
  照面: '照面（王見王）',
  保存: '儲存',
  发送: '傳送',
  屏蔽聊天: '隱藏聊天',
  聊天已屏蔽: '聊天已隱藏',
  屏蔽: '封鎖',
  游客: '訪客',
  识别: '辨識',
  文本: '文字',
  坐标: '座標',
  创建: '建立',
  关注: '追蹤',
  打印: '列印',
};

/** All other characters, one for one. */
export const simplified =
  '与业两个为么会体余关内写军准几则删别动势厅双发变号后启围图声处复头夹学宝实宫对寻将帅带并应开弹强录战执择挡换摆数断无时显暂术机权条来标样横毙没浅浏游满点环现电画盘着码确离种积称稳' +
  '竖筛红约级纸纹线组终经结给绝统继绩续缓编罗胁胜脑范荐获蓝观规览计认让记许试话该语误说请读谁谊谢谱负败账质贵赛赢车转轮载输边过还这进远连选里钟错键长门闭闲间阶险随页须预频题马习从员评问颜绿圆设节刚报阵单签诉扫万优愿网昵占损坏邮“”';
const characters =
  '與業兩個為麼會體餘關內寫軍準幾則刪別動勢廳雙發變號後啟圍圖聲處複頭夾學寶實宮對尋將帥帶並應開彈強錄戰執擇擋換擺數斷無時顯暫術機權條來標樣橫斃沒淺瀏遊滿點環現電畫盤著碼確離種積稱穩' +
  '豎篩紅約級紙紋線組終經結給絕統繼績續緩編羅脅勝腦範薦獲藍觀規覽計認讓記許試話該語誤說請讀誰誼謝譜負敗帳質貴賽贏車轉輪載輸邊過還這進遠連選裡鐘錯鍵長門閉閒間階險隨頁須預頻題馬習從員評問顏綠圓設節剛報陣單簽訴掃萬優願網暱佔損壞郵「」';

const pattern = new RegExp(
  // The longest word before those that it begins with.
  [...Object.keys(words).sort((a, b) => b.length - a.length), `[${simplified}]`].join('|'),
  'g',
);

/** 繁體 from 简体. */
export const traditional = (text: string): string =>
  text.replace(pattern, (found) => words[found] ?? characters[simplified.indexOf(found)] ?? found);

export const inTraditional = (dictionary: Dictionary): Dictionary =>
  Object.fromEntries(Object.entries(dictionary).map(([key, text]) => [key, traditional(text)]));
