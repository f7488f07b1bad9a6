/** Lowercases and removes accents, so 'ete' finds 'Été' and both database engines sort and search alike. */
export const searchKey = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim()

/**
 * Returns a search key that sorts naturally when compared byte by byte: 'apple 9' is before 'apple 10'. Each number is
 * prefixed with its digit count and loses its leading zeros.
 */
export const sortKey = (text: string) =>
  searchKey(text).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+/, '')
    return String(number.length).padStart(3, '0') + number
  })
