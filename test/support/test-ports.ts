import { createPasswords } from '#server/platform/crypto/passwords.ts'
import { handleRequest } from '#server/platform/pictures/handle-request.ts'
import { createPictures } from '#server/platform/pictures/pictures.ts'

/** The least that argon2id takes: a test has thousands of people with passwords that nobody guesses. */
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** In this process: to start one for each server would take longer than most tests. Workers have tests of their own. */
const pool = { run: handleRequest, warmUp() {}, async close() {} }

export const testPorts = () => ({ passwords: createPasswords({ cost }), pictures: createPictures({ pool }) })
