/** What players call the openings of the server's codes: the group of ECCO and a letter for each name in it. */
export const openings = `
A0a|Edge Horse Opening|边马局
A0b|Golden Hook Cannon|金钩炮
A0c|Advisor Opening|上仕局
A0d|Edge Soldier Opening|边兵局
A1a|Elephant Opening|飞相局
A1b|Elephant v. Palcorner Cannon|飞相对士角炮
A1c|Elephant v. Palace Cannon|飞相对过宫炮
A1d|Elephant v. Central Cannon|飞相对中炮
A4a|Horse Opening|起马局
A5a|Palcorner Cannon|士角炮
A6a|Palace Cannon|过宫炮
B0a|Central Cannon|中炮局
B0b|Central Cannon v. Palace Cannon|中炮对过宫炮
B1a|Central Cannon v. Single Horse|中炮对单提马
B2a|Central Cannon v. Three Steps of the Tiger|中炮对左三步虎
B3a|Central Cannon v. Sandwiched Horses|中炮对反宫马
B4a|Cannons on Five and Six v. Sandwiched Horses|五六炮对反宫马
B5a|Cannons on Five and Seven v. Sandwiched Horses|五七炮对反宫马
C0a|Central Cannon v. Screen Horses|中炮对屏风马
C0b|Central Cannon, River Chariot v. Screen Horses|中炮过河车对屏风马
C0c|Central Cannon, Patrol Chariot v. Screen Horses|中炮巡河车对屏风马
C5a|Cannons on Five and Six v. Screen Horses|五六炮对屏风马
C6a|Cannons on Five and Seven v. Screen Horses|五七炮对屏风马
C8a|Central Cannon, Patrol Cannon v. Screen Horses|中炮巡河炮对屏风马
C9a|Cannons on Five and Eight v. Screen Horses|五八炮对屏风马
D0a|Same Direction Cannons|顺炮
D0b|Same Direction Cannons, Cross Chariot v. File Chariot|顺炮横车对直车
D2a|Same Direction Cannons, File Chariot v. Cross Chariot|顺炮直车对横车
D5a|Opposite Direction Cannons|列炮
E0a|Pointing Soldier|仙人指路
E0b|Pointing Soldier v. Central Cannon|仙人指路对中炮
E0c|Pointing Soldier v. Elephant|仙人指路对飞象
E1a|Pointing Soldier v. Cannon behind the Soldier|仙人指路对卒底炮
E4a|Facing Soldiers|对兵局`;
