import { createPasswords } from '#server/platform/crypto/passwords.ts'
import { handleRequest } from '#server/platform/images/handle-request.ts'
import { createImageProcessor } from '#server/platform/images/image-processor.ts'

/** The minimum cost of Argon2id, because tests create thousands of accounts. */
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * Processes images in this process, because starting a pool per server would take longer than most tests. Workers have
 * separate tests.
 */
const pool = { run: handleRequest, warmUp() {}, async close() {} }

export const testPorts = () => ({
  passwords: createPasswords({ cost }),
  imageProcessor: createImageProcessor({ pool }),
})
