export const CARD_RULE = 'Rule: the app draws each message as a card, so do not repeat their words; cite the url.';

export const MESSAGES = [
  { id: '101', where: '#general', author: 'Ben', text: 'Is the build green?', url: 'https://chat.example/101' },
];

export const TEXT = [
  '1 open message with Ana.',
  CARD_RULE,
  '- #general · Ben: "Is the build green?" https://chat.example/101',
].join('\n');
