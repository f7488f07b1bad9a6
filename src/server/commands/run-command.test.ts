import { expect, test } from 'vitest'
import { StartupProblem } from '#server/platform/startup-problem.ts'
import { StorageUnavailable } from '#server/platform/storage/storage.ts'
import { sentenceOf } from './run-command.ts'

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })

test.each([
  ['a startup problem', new StartupProblem('Stop it first.'), 'Stop it first.'],
  [
    'a missing bucket',
    new StorageUnavailable(new Error('The specified bucket does not exist')),
    "Can't use the storage (The specified bucket does not exist): check its URL and, for a bucket, the keys.",
  ],
  [
    'an unreachable bucket server',
    new StorageUnavailable(withCode('', 'ECONNREFUSED')),
    "Can't use the storage (ECONNREFUSED): check its URL and, for a bucket, the keys.",
  ],
  [
    'a wrong password',
    withCode('password authentication failed for user "ann"', '28P01'),
    `Can't open the database (password authentication failed for user "ann"): check its URL.`,
  ],
  [
    'a missing database',
    withCode('database "photos" does not exist', '3D000'),
    `Can't open the database (database "photos" does not exist): check its URL.`,
  ],
  [
    'a damaged database',
    Object.assign(new Error('database disk image is malformed'), { errcode: 11 }),
    'The database is damaged (database disk image is malformed). Check DATA_DIR, or restore the latest backup with `npm run restore -- FOLDER --replace`.',
  ],
  [
    'a folder without write permission',
    Object.assign(withCode('EACCES: permission denied', 'EACCES'), { syscall: 'mkdir', path: '/backups/new' }),
    "/backups/new can't be used (EACCES): check that it exists and that this user can write to it.",
  ],
  [
    'a file where a folder should be',
    Object.assign(withCode('ENOTDIR: not a directory', 'ENOTDIR'), { syscall: 'mkdir', path: '/etc/hosts/new' }),
    "/etc/hosts/new can't be used (a file is in the way): check that it exists and that this user can write to it.",
  ],
])('%s is reported as a message without a stack', (_, error, sentence) => {
  expect(sentenceOf(error)).toBe(sentence)
})

test('an unexpected error keeps its stack', () => {
  expect(sentenceOf(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n +at /)
})
