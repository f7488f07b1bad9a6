import { expect, test } from 'vitest'
import { StartupProblem } from './platform/startup-problem.ts'
import { StorageUnavailable } from './platform/storage/storage.ts'
import { sentenceOf } from './run-command.ts'

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })

test.each([
  ['a sentence of our own', new StartupProblem('Stop it first.'), 'Stop it first.'],
  [
    'a bucket that is not there',
    new StorageUnavailable(new Error('The specified bucket does not exist')),
    'The storage cannot be used (The specified bucket does not exist): check its address and, for a bucket, the keys.',
  ],
  [
    'a bucket whose server is not there',
    new StorageUnavailable(withCode('', 'ECONNREFUSED')),
    'The storage cannot be used (ECONNREFUSED): check its address and, for a bucket, the keys.',
  ],
  [
    'a wrong password',
    withCode('password authentication failed for user "ann"', '28P01'),
    'The database cannot be used (password authentication failed for user "ann"): check its address.',
  ],
  [
    'a database that is not there',
    withCode('database "photos" does not exist', '3D000'),
    'The database cannot be used (database "photos" does not exist): check its address.',
  ],
  [
    'a damaged database',
    Object.assign(new Error('database disk image is malformed'), { errcode: 11 }),
    'The database is damaged (database disk image is malformed). Check DATA_DIR, or restore the latest backup with `npm run restore -- FOLDER --replace`.',
  ],
  [
    'a folder that may not be written',
    Object.assign(withCode('EACCES: permission denied', 'EACCES'), { syscall: 'mkdir', path: '/backups/new' }),
    "/backups/new can't be used (EACCES): check it, and who may write there.",
  ],
  [
    'a file where a folder should be',
    Object.assign(withCode('ENOTDIR: not a directory', 'ENOTDIR'), { syscall: 'mkdir', path: '/etc/hosts/new' }),
    "/etc/hosts/new can't be used (a file is in the way): check it, and who may write there.",
  ],
])('what the operator can put right is one sentence: %s', (_, error, sentence) => {
  expect(sentenceOf(error)).toBe(sentence)
})

test('what nobody foresaw keeps its stack', () => {
  expect(sentenceOf(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n +at /)
})
