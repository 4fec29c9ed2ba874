import { openingNames } from '../kit/openings';

/** What players call the openings of the server's codes: the group of ECCO and a letter for each name in it. */
export const openings = openingNames(`
A0a|Edge Horse Opening|边马局
A0b|Golden Hook Cannon|金钩炮局
A0c|Advisor Opening|上仕局
A0d|Edge Pawn Opening|边兵局
A0e|Edge Cannon Opening|边炮局
A0f|Riverbank Cannon Opening|巡河炮局
A0g|River-Crossing Cannon Opening|过河炮局
A0h|Cannon behind the Pawn|兵底炮局
A1a|Elephant Opening|飞相局
A1e|Elephants on the Same Side|顺相局
A1f|Elephants on Opposite Sides|列相局
A1g|Elephant v. Left Horse|飞相对进左马
A1h|Elephant v. Right Horse|飞相对进右马
A2a|Elephant v. Palcorner Cannon|飞相对士角炮
A2b|Elephant v. Central Cannon|飞相对中炮
A3a|Elephant v. Cross-Palace Cannon|飞相对过宫炮
A3b|Elephant v. 7th Pawn|飞相对进７卒
A3c|Elephant v. 3rd Pawn|飞相对进３卒
A3d|Elephant, Both 7th Pawns|飞相互进七兵局
A4a|Horse Opening|起马局
A4b|Horse Opening v. 7th Pawn|起马对进７卒
A4c|Horse Opening, Both 7th Pawns|起马互进七兵局
A5a|Palcorner Cannon|仕角炮局
A5b|Palcorner Cannon v. Left Horse|仕角炮对进左马
A5c|Palcorner Cannon v. Central Cannon|仕角炮对右中炮
A5d|Palcorner Cannon v. 7th Pawn|仕角炮对进７卒
A6a|Cross-Palace Cannon|过宫炮局
A6b|Cross-Palace Cannon v. Left Horse|过宫炮对进左马
A6c|Cross-Palace Cannon v. Ranked Chariot|过宫炮对横车
A6d|Cross-Palace Cannon v. Central Cannon|过宫炮对左中炮
B0a|Central Cannon|中炮局
B0b|Central Cannon v. Cross-Palace Cannon|中炮对过宫炮
B0c|Central Cannon v. Left Cannon Blockade|中炮对左炮封车
B0e|Central Cannon v. Right Three-Step Tiger|中炮对右三步虎
B1a|Central Cannon v. Single Horse|中炮对单提马
B2a|Central Cannon v. Left Three-Step Tiger|中炮对左三步虎
B3a|Central Cannon v. Sandwiched Horses|中炮对反宫马
B3b|58 Cannons v. Sandwiched Horses|五八炮对反宫马
B4a|56 Cannons v. Sandwiched Horses|五六炮对反宫马
B5a|57 Cannons v. Sandwiched Horses|五七炮对反宫马
C0a|Central Cannon v. Screen Horses|中炮对屏风马
C1b|Central Cannon, River-Crossing Chariot v. Screen Horses|中炮过河车对屏风马
C1c|Central Cannon, Riverbank Chariot v. Screen Horses|中炮巡河车对屏风马
C1d|Central Cannon, Right Ranked Chariot v. Screen Horses|中炮右横车对屏风马
C2a|River-Crossing Chariot v. Screen Horses, Two-Headed Snake|中炮过河车七路马对屏风马两头蛇
C3a|River-Crossing Chariot v. Screen Horses, Both 7th Pawns|中炮过河车互进七兵对屏风马
C4a|River-Crossing Chariot v. Screen Horses, Chariot Exchange|中炮过河车互进七兵对屏风马平炮兑车
C5a|56 Cannons v. Screen Horses|五六炮对屏风马
C6a|57 Cannons v. Screen Horses|五七炮对屏风马
C8a|Central Cannon, Riverbank Cannon v. Screen Horses|中炮巡河炮对屏风马
C9a|58 Cannons v. Screen Horses|五八炮对屏风马
C9b|59 Cannons v. Screen Horses|五九炮对屏风马
D0a|Same Direction Cannons|顺炮
D0b|Same Direction Cannons, Ranked v. Filed Chariot|顺炮横车对直车
D0c|Same Direction Cannons, Ranked Chariot|顺炮横车对缓开车
D0d|Same Direction Cannons, Delayed v. Ranked Chariot|顺炮缓开车对横车
D0e|Same Direction Cannons, Delayed v. Filed Chariot|顺炮缓开车对直车
D1a|Same Direction Cannons, Filed Chariot|顺炮直车对缓开车
D2a|Same Direction Cannons, Filed v. Ranked Chariot|顺炮直车对横车
D3a|Left Cannon Blockade to Opposite Direction Cannons|中炮对左炮封车转列炮
D4a|Left Three-Step Tiger to Opposite Direction Cannons|中炮对左三步虎转列炮
D5a|Opposite Direction Cannons|中炮对列炮
D5b|Delayed Opposite Direction Cannons|中炮对后补列炮
E0a|Angel's Pawn|仙人指路局
E0b|Angel's Pawn v. Central Cannon|仙人指路对中炮
E0c|Angel's Pawn v. Elephant|仙人指路对飞象
E0d|Angel's Pawn v. Palcorner or Cross-Palace Cannon|仙人指路对士角炮或过宫炮
E0e|Angel's Pawn v. Golden Hook Cannon|仙人指路对金钩炮
E0f|Angel's Pawn v. Right Horse|仙人指路对进右马
E0h|Angel's Pawn, Both Right Horses|仙人指路互进右马局
E0g|Two-Headed Snake v. Right Horse|两头蛇对进右马
E1a|Angel's Pawn v. Cannon behind the Pawn|仙人指路对卒底炮
E1b|Angel's Pawn, Left Central Cannon v. Cannon behind the Pawn|仙人指路转左中炮对卒底炮
E1c|Angel's Pawn, Right Central Cannon v. Cannon behind the Pawn|仙人指路转右中炮对卒底炮
E2a|Angel's Pawn, Left Central Cannon v. Cannon and Left Elephant|仙人指路转左中炮对卒底炮飞左象
E4a|Facing Pawns|对兵局
E4b|Facing Pawns, Cannon behind the Pawn|对兵转兵底炮`);
