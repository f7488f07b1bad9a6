import { isSkipped, type Upload } from './upload.ts'

/** Returns one line per skipped file, with the reason. Users can forward the list to the photographer. */
export const skippedText = (uploads: readonly Upload[]) =>
  uploads
    .filter(isSkipped)
    .map(({ file: { name }, sentence }) => (sentence.includes(name) ? sentence : `"${name}": ${sentence}`))
    .join('\n')
