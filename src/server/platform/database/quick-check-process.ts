import { constants, setPriority } from 'node:os'
import { quickCheck } from './quick-check.ts'

// Requests of the parent server go first.
setPriority(constants.priority.PRIORITY_LOW)
process.stdout.write(JSON.stringify(quickCheck(process.argv[2] ?? '')))
