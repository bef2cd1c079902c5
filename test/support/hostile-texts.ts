/**
 * Texts that are made to take long: what looks like the beginning of something over and over, what never ends, and floods of
 * characters that have to be read twice. Each gives a text of so many UTF-16 units.
 */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  digits: repeated("7"),
  "digits and dashes": repeated("1-"),
  "digits and blanks": repeated("4 "),
  "digits and dots": repeated("1."),
  "a card that goes on": repeated("4111 1111 1111 1112 "),
  "plus one": repeated("+1 "),
  "brackets and digits": repeated("(1)"),
  "letters and digits": repeated("AB 1"),
  "groups of four": repeated("1111 "),
  "numbers of phones, almost": repeated("+1 415 555 013 "),
  "words and numbers": repeated("call 415555013 "),
  "long numbers": repeated("12345678903, "),
  "insurance numbers, almost": repeated("XY 12 34 56 78 "),
  "names of addresses": repeated("a@"),
  "at signs": repeated("@"),
  "hosts without end": repeated("a."),
  "one long name and an at sign": ending(repeated("a.b-c_"), "@"),
  colons: repeated("::"),
  "hexadecimal and colons": repeated("af:"),
  "accounts without end": repeated("DE89 3704 "),
  schemes: repeated("http://"),
  "scheme and brackets": starting("http://", repeated("(")),
  "hosts of www": repeated("www."),
  "private keys without end": repeated("-----BEGIN PRIVATE KEY-----\n"),
  "one private key without end": starting(
    "-----BEGIN RSA PRIVATE KEY-----\n",
    repeated("MIIEowIBAAKCAQEA\n"),
  ),
  dashes: repeated("-----"),
  tokens: repeated("eyJ"),
  "tokens and dots": repeated("eyJhbGciOiJIUzI1NiJ9."),
  keys: repeated("key="),
  "keys and quotes": repeated('password: "'),
  "keys in paths": repeated("/sk-"),
  "names of secrets": repeated("password="),
  "names of secrets with what cannot be seen": repeated("\u200btoken="),
  "options with secrets": repeated("--password="),
  "logins of curl": repeated("curl -u a:"),
  "logins in headers": repeated("Basic "),
  "words for secrets": repeated("secret_token_"),
  "prefixes of keys": repeated("sk-ghp_AKIA"),
  "a wall of base64": repeated("QWxhZGRpbjpvcGVuIHNlc2FtZQ"),
  "a wall of hexadecimal": repeated("69676e6f7265"),
  "percent signs": repeated("%69%67"),
  "what cannot be seen": repeated("\u200b"),
  "digits with what cannot be seen": repeated("1\u200b"),
  "combining marks": starting("e", repeated("\u0301")),
  "tags of Unicode": repeated("\u{e0041}"),
  "directions of text": repeated("\u202e\u202c"),
  "halves of characters": repeated("\ud83d"),
  "halves the wrong way round": repeated("\udc00\ud800"),
  "full-width digits": repeated("\uff11\uff12"),
  "styled letters": repeated("\u{1d422}\u{1d420}"),
  "Cyrillic look-alikes": repeated("\u0456gn\u043er\u0435 "),
  ignore: repeated("ignore "),
  "ignore all": repeated("ignore all previous "),
  "single letters": repeated("i g n o r e "),
  "marks of turns": repeated("[INST]"),
  "marks that open": repeated("<|im_start|>"),
  "angle brackets": repeated("<<<<"),
  "headings and fences": repeated("### \n```"),
  "one giant word": repeated("a"),
  "a word in capitals": repeated("A"),
  blanks: repeated(" "),
  newlines: repeated("\n"),
  backslashes: repeated("\\"),
  "images of markdown": repeated("![]("),
  "fronts of placeholders": repeated("[EMAIL_"),
  "placeholders without end": starting("[EMAIL_", repeated("1")),
  "opening brackets": repeated("["),
  "words of placeholders": repeated("EMAIL_PHONE_"),
};

function repeated(part: string): (length: number) => string {
  return (length) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

function starting(front: string, rest: (length: number) => string): (length: number) => string {
  return (length) => front + rest(Math.max(0, length - front.length));
}

function ending(front: (length: number) => string, end: string): (length: number) => string {
  return (length) => front(Math.max(0, length - end.length)) + end;
}
