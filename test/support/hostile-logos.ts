import sharp, { type Sharp } from 'sharp'
import { anAnimatedPicture, aPicture, padded, withSecrets } from './pictures.ts'

const chunk = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}
/** The types of a PNG's chunks, in the file's order. */
export const chunksOf = (png: Buffer) => {
  const types: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) types.push(png.toString('latin1', at + 4, at + 8))
  return types
}
/** Puts chunks right after the header. */
const withChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
const withSize = (png: Buffer, width: number, height: number) => {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(width, 16)
  changed.writeUInt32BE(height, 20)
  return changed
}
const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))
const scrambled = (bytes: Buffer, from: number) => Buffer.from(bytes).fill(0xa5, from, bytes.length - 4)

const [png, jpeg, webp] = await Promise.all([
  aPicture({ width: 300, height: 80 }).png().toBuffer(),
  aPicture({ width: 300, height: 80 }).jpeg().toBuffer(),
  aPicture({ width: 300, height: 80 }).webp().toBuffer(),
])
const secret = async (picture: Sharp) => withSecrets(picture.withIccProfile('p3').withDensity(300)).toBuffer()
const transparent = sharp({ create: { width: 64, height: 64, channels: 4, background: '#0000' } })

export const hostileLogos: Record<string, Buffer> = {
  empty: Buffer.alloc(0),
  'one byte': Buffer.from([0x89]),
  zeros: Buffer.alloc(5000),
  text: Buffer.from('hello'),
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>1</script></svg>'),
  'svg with an XML entity bomb': Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaa">]><svg>&a;</svg>'),
  pdf: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj'),
  zip: Buffer.from('PK\u0003\u0004 something'),
  bmp: Buffer.from('BM\u0000\u0000\u0000\u0000'),
  tiff: await aPicture().tiff().toBuffer(),
  avif: await aPicture().avif({ effort: 0 }).toBuffer(),
  gif: await aPicture().gif().toBuffer(),
  'animated gif': await (await anAnimatedPicture()).gif().toBuffer(),
  'animated webp': await (await anAnimatedPicture()).webp().toBuffer(),
  'animated png': withChunks(png, chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))),
  'svg named like a png': Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.from('<svg/>')]),
  'png signature only': png.subarray(0, 8),
  'png header only': png.subarray(0, 33),
  'half a png': cut(png, 0.5),
  'scrambled png': scrambled(png, 60),
  'png that claims to be huge': withSize(png, 100_000, 100_000),
  'png that claims to be long': withSize(png, 2_000_000_000, 1),
  'png without pixels': withSize(png, 0, 0),
  'png of a wrong size': withSize(png, 4000, 4000),
  'png with a chunk that ends outside': withChunks(png, Buffer.from([0xff, 0xff, 0xff, 0xff, 0x74, 0x45, 0x58, 0x74])),
  'too small png': await aPicture({ width: 31, height: 31 }).png().toBuffer(),
  'too large png': await aPicture({ width: 8001, height: 2 }).png().toBuffer(),
  'jpeg signature only': jpeg.subarray(0, 3),
  'half a jpeg': cut(jpeg, 0.5),
  'scrambled jpeg': scrambled(jpeg, 20),
  'webp header only': webp.subarray(0, 16),
  'half a webp': cut(webp, 0.5),
  'scrambled webp': scrambled(webp, 24),
  'png with metadata': await secret(aPicture({ width: 300, height: 80 }).png()),
  'jpeg with metadata': await secret(aPicture({ width: 300, height: 80 }).jpeg()),
  'webp with metadata': await secret(aPicture({ width: 300, height: 80 }).webp()),
  'jpeg with long comments': padded(jpeg, 300_000),
  'png with something after it': Buffer.concat([png, Buffer.from('<script>secret place</script>')]),
  'png with text chunks': withChunks(png, chunk('prVt', Buffer.from('secret place'))),
  '16-bit png': await aPicture({ width: 300, height: 80 }).toColorspace('rgb16').png().toBuffer(),
  'gray png': await aPicture({ width: 300, height: 80 }).grayscale().png().toBuffer(),
  'indexed png': await aPicture({ width: 300, height: 80 }).png({ palette: true }).toBuffer(),
  'transparent png': await transparent.png().toBuffer(),
  'cmyk jpeg': await aPicture({ width: 300, height: 80 }).toColorspace('cmyk').jpeg().toBuffer(),
  'progressive jpeg': await aPicture({ width: 300, height: 80 }).jpeg({ progressive: true }).toBuffer(),
  'one pixel high png': await aPicture({ width: 8000, height: 1 }).png().toBuffer(),
}
