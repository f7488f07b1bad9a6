/** Text without case and accents, so that 'ete' finds 'Été' and both engines sort and search alike. */
export const searchKey = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim()

/**
 * A search key as people sort it, compared byte by byte: numbers by how large they are, so that 'apple 9' comes before
 * 'apple 10'. Each number is led by how many digits it has; zeros before it do not count.
 */
export const sortKey = (text: string) =>
  searchKey(text).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+/, '')
    return String(number.length).padStart(3, '0') + number
  })
