/** Reduces the title to a-z, digits and hyphens, which every file system accepts. */
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
