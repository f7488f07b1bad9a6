import { isLeftOut, type Upload } from './upload.ts'

/** What was not uploaded and why, a line for each file, to be sent to whoever has the files. */
export const leftOutText = (uploads: readonly Upload[]) =>
  uploads
    .filter(isLeftOut)
    .map(({ file: { name }, sentence }) => (sentence.includes(name) ? sentence : `"${name}": ${sentence}`))
    .join('\n')
