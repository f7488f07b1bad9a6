/** Removes case and accents, so 'ete' finds 'Été' and both engines sort and search the same way. */
export const searchKey = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim()

/**
 * A search key that sorts naturally when compared bytewise: 'apple 9' before 'apple 10'. Each number is prefixed with
 * its number of digits, ignoring leading zeros.
 */
export const sortKey = (text: string) =>
  searchKey(text).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+/, '')
    return String(number.length).padStart(3, '0') + number
  })
