import { expect, it } from 'vitest'
import { openImage } from './decode.ts'
import { quarters } from './fixtures/samples.ts'

it('openImage rejects an image with more than `maxPixels` pixels', async () => {
  const bytes = await quarters(40, 30).png().toBuffer()
  const decode = (maxPixels: number) => openImage(bytes, { maxPixels }).raw().toBuffer()
  expect(await decode(1200)).toHaveLength(3600)
  await expect(decode(1199)).rejects.toThrow('exceeds pixel limit')
})
