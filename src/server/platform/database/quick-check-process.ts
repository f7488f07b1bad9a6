import { constants, setPriority } from 'node:os'
import { quickCheck } from './quick-check.ts'

// The server's requests have priority.
setPriority(constants.priority.PRIORITY_LOW)
process.stdout.write(JSON.stringify(quickCheck(process.argv[2] ?? '')))
