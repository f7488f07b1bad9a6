/** What is written is looked for as it is: nothing in it is a wildcard. */
export const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
