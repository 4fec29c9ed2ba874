/** Words of the inbox. Other languages have exactly these keys. */
export const inbox = {
  'inbox.title': 'While you were away',
  'inbox.login': 'Log in to see it',
  'inbox.none': 'Nothing has happened.',
  'inbox.new': 'New',
  'inbox.turn': 'It is your move against {name}',
  'inbox.start': 'A game against {name} has begun',
  'inbox.over': 'The game against {name} is over',
  'inbox.round': 'Your tournament game against {name} has begun',
  'inbox.challenge': '{name} challenges you',
  'inbox.declined': '{name} has declined your challenge',
  'inbox.finish': 'The tournament “{name}” is over',
  'inbox.appeal': 'A moderator has answered you',
  'inbox.club': 'You are a member of “{name}” now',
} as const;
