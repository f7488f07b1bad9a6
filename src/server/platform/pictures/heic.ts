import { damaged } from './image-header.ts'

type Pixels = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }

/**
 * sharp's own libheif comes without the HEVC decoder, so HEIC is decoded in WebAssembly, which turns the picture upright. It
 * works without a pause and never gives memory back: the process around it is ended by its parent when it takes too long or
 * too much.
 */
export async function decodeHeic(bytes: Buffer): Promise<Pixels> {
  // Loading it takes as long as loading all the rest, and most pictures are not HEIC.
  const { default: decode } = await import('heic-decode')
  try {
    return await decode({ buffer: bytes })
  } catch (error) {
    throw damaged(error)
  }
}
