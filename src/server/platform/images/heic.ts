import { damaged } from './image-header.ts'

type Pixels = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }

/**
 * sharp's libheif lacks the HEVC decoder, so we decode HEIC in WebAssembly, which also turns the image upright. The
 * decoder blocks and never frees memory, so the parent kills this process if it uses too much time or memory.
 */
export async function decodeHeic(bytes: Buffer): Promise<Pixels> {
  // Loaded on demand, because loading it is slow and most images aren't HEIC.
  const { default: decode } = await import('heic-decode')
  try {
    return await decode({ buffer: bytes })
  } catch (error) {
    throw damaged(error)
  }
}
