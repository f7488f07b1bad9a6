import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { animation, quarters, withSecrets } from './fixtures/samples.ts'
import { createWorkbench } from './fixtures/workbench.ts'
import { ImageRefused } from './image-header.ts'
import { recognize } from './recognize.ts'

/** The number of mutations per format other than HEIC. Override it with `PICTURE_MUTATIONS=5000`. */
const mutationCount = Number(process.env.PICTURE_MUTATIONS ?? 100)

const { prepare, close } = await createWorkbench()
afterAll(close)

const heic = await readFile(new URL('./fixtures/turned.heic', import.meta.url))
const samples = {
  jpeg: await withSecrets(quarters(40, 30)).jpeg().toBuffer(),
  'progressive jpeg': await quarters(40, 30).jpeg({ progressive: true }).withIccProfile('p3').toBuffer(),
  png: await withSecrets(quarters(40, 30)).png().toBuffer(),
  gif: await (await animation(2, 20, 16)).gif().toBuffer(),
  webp: await withSecrets(await animation(2, 20, 16))
    .webp()
    .toBuffer(),
  avif: await withSecrets(quarters(40, 30)).avif({ effort: 0 }).toBuffer(),
}

const mutations = (bytes: Buffer) => {
  const at = fc.integer({ min: 0, max: bytes.length - 1 })
  const change = fc.array(fc.tuple(at, fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0x55)), { minLength: 1, maxLength: 6 })
  return fc.oneof(
    change.map((changes) => {
      const copy = Buffer.from(bytes)
      for (const [position, value] of changes) copy[position] = value
      return copy
    }),
    at.map((end) => bytes.subarray(0, end)),
    fc.tuple(at, at).map(([from, to]) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])),
  )
}

/** The limit only catches files that hang. A busy machine can take seconds for any file. */
async function takenOrRefused(bytes: Buffer, limitMs = 30_000): Promise<void> {
  const start = performance.now()
  await prepare(bytes).then(
    (prepared) => expect(prepared.renditions.length).toBeGreaterThan(0),
    (error) => expect(error).toBeInstanceOf(ImageRefused),
  )
  expect(performance.now() - start).toBeLessThan(limitMs)
}

describe('a mutated file', () => {
  it.each(Object.entries(samples))(
    'of type %s is accepted or rejected quickly',
    async (_, bytes) => {
      await fc.assert(
        fc.asyncProperty(mutations(bytes), (mutant) => takenOrRefused(mutant)),
        { numRuns: mutationCount },
      )
    },
    Math.max(40_000, mutationCount * 200),
  )

  it('of type HEIC is accepted or rejected quickly', async () => {
    // HEIC decoding is slow while other tests use the cores.
    await fc.assert(
      fc.asyncProperty(mutations(heic), (mutant) => takenOrRefused(mutant)),
      { numRuns: 20 },
    )
  })

  it('of type HEIC can be stripped or is rejected', () => {
    fc.assert(
      fc.property(mutations(heic), (bytes) => {
        try {
          recognize(bytes).strip()
        } catch (error) {
          expect(error).toBeInstanceOf(ImageRefused)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
