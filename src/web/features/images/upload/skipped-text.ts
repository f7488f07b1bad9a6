import { isSkipped, type Upload } from './upload.ts'

/** What was not uploaded and why, a line for each file, to be sent to whoever has the files. */
export const skippedText = (uploads: readonly Upload[]) =>
  uploads
    .filter(isSkipped)
    .map(({ file: { name }, sentence }) => (sentence.includes(name) ? sentence : `"${name}": ${sentence}`))
    .join('\n')
