/** Long enough to recognize the title, and short enough to share. */
const maxLength = 60

/** IDs of other elements on a gallery's page, and `#comments`, which opens the comments of a photo. */
const reserved: ReadonlySet<string> = new Set(['comments', 'first', 'main', 'page-data', 'root'])

export const isFreeAnchor = (anchor: string, taken: ReadonlySet<string>) => !taken.has(anchor) && !reserved.has(anchor)

/**
 * Turns a title into a part of the URL that's unique in its link: `the-coast`, then `the-coast-2`. Titles without
 * Latin letters and digits become `section-3`, counting from `number`.
 */
export function anchorOf(title: string, number: number, taken: ReadonlySet<string>) {
  const words =
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const name = words.join('-').slice(0, maxLength).replace(/-$/, '')
  const candidateAt = (tries: number) =>
    name === '' ? `section-${number + tries}` : tries === 0 ? name : `${name}-${tries + 1}`
  let tries = 0
  while (!isFreeAnchor(candidateAt(tries), taken)) tries++
  return candidateAt(tries)
}
