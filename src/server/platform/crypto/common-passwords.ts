import { invalidField } from '#shared/errors.ts'

/** Attackers try these passwords first. The check ignores case, because capitals hardly make them harder to guess. */
const list =
  `123456 1234567 12345678 123456789 1234567890 0123456789 012345 987654 9876543210 987654321 654321 111111 1111111
  11111111 000000 00000000 222222 333333 444444 555555 666666 777777 7777777 888888 88888888 999999 121212 123123
  123123123 123321 112233 11223344 131313 232323 101010 123654 147258 159753 159357 147258369 789456 789456123 852456
  456789 147852 202020 696969 abc123 a123456 aa123456 a1b2c3 a1b2c3d4 1a2b3c 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  qazwsx qazwsxedc zaq12wsx zaq1zaq1 q1w2e3r4 qwe123 qweasd qweasdzxc qwer1234 qwerty qwerty1 qwerty12 qwerty123
  qwertyuiop qwertz qwertzuiop azerty azertyuiop asdfgh asdfghjkl asdf1234 asdasd zxcvbn zxcvbnm poiuyt password
  password1 passw0rd p@ssw0rd p@ssword passwort motdepasse contrasena senha123 parola wachtwoord letmein letmein1
  welcome welcome1 welcome123 iloveyou iloveyou1 ilovegod lovely loveme loveyou trustno1 monkey monkey1 dragon
  dragon1 master master1 shadow shadow1 sunshine sunshine1 princess princess1 football football1 baseball basketball
  soccer hockey superman batman spiderman pokemon starwars matrix michael michelle jessica jennifer jordan jordan23
  daniel charlie thomas andrew joshua ashley nicole hannah robert george william anthony matthew samantha amanda
  liverpool chelsea arsenal barcelona juventus realmadrid chocolate cookie banana cheese pepper ginger summer winter
  flower butterfly purple orange yellow silver golden computer internet google facebook samsung iphone admin123
  administrator changeme freedom whatever hellohello killer mustang corvette ferrari mercedes harley ranger buster
  tigger snoopy maggie bailey lucky7 blink182 metallica nirvana slipknot 123qwe 123qweasd 123abc 12qwaszx 1234qwer
  12341234 123454321 12344321 11112222 zzzzzz aaaaaa xxxxxx qqqqqq`.split(/\s+/)

const commonPasswords = new Set(list)

export function requireUncommon(password: string, field: string) {
  if (!commonPasswords.has(password.toLowerCase())) return
  throw invalidField(field, 'This password is too common. Choose another one.')
}
