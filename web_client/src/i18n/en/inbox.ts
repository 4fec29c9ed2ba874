/** Words of the inbox. Other languages have exactly these keys. */
export const inbox = {
  'inbox.title': 'While you were away',
  'inbox.login': 'Log in to see it',
  'inbox.none': 'Nothing has happened.',
  'inbox.new': 'New',
  'inbox.of.turn': 'It is your move against {name}',
  'inbox.of.start': 'A game against {name} has begun',
  'inbox.of.over': 'The game against {name} is over',
  'inbox.of.round': 'Your tournament game against {name} has begun',
  'inbox.of.challenge': '{name} challenges you',
  'inbox.of.declined': '{name} has declined your challenge',
  'inbox.of.finish': 'The tournament “{name}” is over',
  'inbox.of.cancelled': 'The tournament “{name}” is cancelled',
  'inbox.of.invited': 'The director has added you to “{name}”',
  'inbox.of.appeal': 'A moderator has answered you',
  'inbox.of.club': 'You are a member of “{name}” now',
  'inbox.of.request': '{name} asks to join your club',
} as const;
