// What a browser's own long name (User-Agent) has in it, and what that is called. The special comes before what it
// also says of itself: Edge and Opera call themselves Chrome, too, Chrome calls itself Safari, and Android Linux.
// `mark:name`, or the mark alone where it is the name.
const browsers = 'Edg:Edge OPR:Opera MicroMessenger:WeChat FxiOS:Firefox Firefox CriOS:Chrome Chrome Safari';
const systems = 'Android iPhone iPad Windows Macintosh:macOS Linux';

function find(names: string, agent: string): string | undefined {
  const pairs = names.split(' ').map((name) => name.split(':'));
  return pairs.find(([mark = '']) => agent.includes(mark))?.at(-1);
}

/** How a browser stands in the list of sessions: `Firefox · Linux`. */
export const clientName = (agent: string): string =>
  [find(browsers, agent) ?? 'Sanqi', find(systems, agent)].filter(Boolean).join(' · ');
