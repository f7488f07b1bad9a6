/** Text without case and accents, so that 'ete' finds 'Été' and both engines sort and search alike. */
export const searchKey = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim()
