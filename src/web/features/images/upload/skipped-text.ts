import { isSkipped, type Upload } from './upload.ts'

/** One line per skipped file, with the reason. Users can forward this list to the photographer. */
export const skippedText = (uploads: readonly Upload[]) =>
  uploads
    .filter(isSkipped)
    .map(({ file: { name }, sentence }) => (sentence.includes(name) ? sentence : `"${name}": ${sentence}`))
    .join('\n')
