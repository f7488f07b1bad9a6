import { constants, setPriority } from 'node:os'
import { startTestS3 } from './s3-server.ts'

// A real S3 server runs on another machine, so it doesn't compete with the process being measured.
setPriority(constants.priority.PRIORITY_LOW)

const [folder = ''] = process.argv.slice(2)
const { options } = await startTestS3(folder)
process.send?.(options)
process.once('disconnect', () => process.exit())
