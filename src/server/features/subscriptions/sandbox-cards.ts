/** These test cards are never charged. */
const sandboxCards = {
  pays: '4242424242424242',
  isDeclined: '4000000000000002',
  asksForConfirmation: '4000002500003155',
} as const

export type CardDetails = { cardNumber: string; expiry: string; cvc: string }
export type CardProblems = Partial<Record<keyof CardDetails, string>>

const digitsOf = (text: string) => text.replace(/[\s-]/g, '')

export function cardProblemsOf({ cardNumber, expiry, cvc }: CardDetails, now: Date): CardProblems {
  const problems = {
    cardNumber: problemOfNumber(digitsOf(cardNumber)),
    expiry: problemOfExpiry(expiry, now),
    cvc: cvc === '' ? 'CVC is required' : /^\d{3,4}$/.test(cvc) ? undefined : 'CVC must be 3 or 4 digits',
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

function problemOfNumber(digits: string) {
  if (digits === '') return 'Card number is required'
  if (!/^\d{12,19}$/.test(digits)) return 'Card number is invalid'
  const isSandboxCard = Object.values(sandboxCards).some((card) => card === digits)
  return isSandboxCard ? undefined : "Use one of the test cards below. Don't enter a real card."
}

function problemOfExpiry(expiry: string, now: Date) {
  if (expiry === '') return 'Expiration date is required'
  const [, month, year] = /^(\d{1,2})\s*(?:[/-]\s*)?(\d{2}|\d{4})$/.exec(expiry) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return 'Enter the expiration date as MM/YY'
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  // A card is valid until the end of its month.
  return Date.UTC(fullYear, Number(month)) > now.getTime() ? undefined : 'This card has expired'
}

export const cardOutcomeOf = ({ cardNumber }: CardDetails) => {
  const digits = digitsOf(cardNumber)
  if (digits === sandboxCards.isDeclined) return 'declined'
  return digits === sandboxCards.asksForConfirmation ? 'confirm' : 'paid'
}
