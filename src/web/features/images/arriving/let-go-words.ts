import { count } from '#web/lib/formats.ts'

/** Said while files are held over the page. One may be a folder with any number of pictures, and some browsers do not count. */
export const letGoWords = (held: number) => (held > 1 ? `Let go: ${count(held, 'picture')}` : 'Let go')
