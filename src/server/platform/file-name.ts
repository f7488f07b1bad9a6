/** A name for a file about something with a title: only letters, digits and hyphens, so that no system has trouble with it. */
export function plainFileName(title: string, ending: string) {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return [plain, ending].filter(Boolean).join('-')
}
