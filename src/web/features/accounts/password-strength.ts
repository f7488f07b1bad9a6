export type PasswordStrength = { score: number; word: 'Weak' | 'Medium' | 'Strong' }

const signs = [/^.{8,}$/s, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u]

/** The strength is only a hint. The server doesn't check it. */
export function passwordStrength(password: string): PasswordStrength {
  const score = signs.filter((sign) => sign.test(password)).length
  return { score, word: score <= 1 ? 'Weak' : score <= 3 ? 'Medium' : 'Strong' }
}
