import { openingNames } from '../kit/openings';

/** The 26 openings of renju as players number them: direct ones, and indirect. */
export const openings = openingNames(`
1D|Kansei|寒星
2D|Keigetsu|溪月
3D|Sosei|疏星
4D|Kagetsu|花月
5D|Zangetsu|残月
6D|Ugetsu|雨月
7D|Kinsei|金星
8D|Shogetsu|松月
9D|Kyugetsu|丘月
10D|Shingetsu|新月
11D|Zuisei|瑞星
12D|Sangetsu|山月
13D|Yusei|游星
1I|Chosei|长星
2I|Kyogetsu|峡月
3I|Kosei|恒星
4I|Suigetsu|水月
5I|Ryusei|流星
6I|Ungetsu|云月
7I|Hogetsu|浦月
8I|Rangetsu|岚月
9I|Gingetsu|银月
10I|Myojo|明星
11I|Shagetsu|斜月
12I|Meigetsu|名月
13I|Suisei|彗星`);
