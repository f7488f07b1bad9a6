/** Those that follow in the gallery, from the beginning again after the last. */
export function neighboursOf<Image extends { _id: string }>(images: readonly Image[], id: string, wanted: number) {
  const at = images.findIndex((image) => image._id === id)
  const inOrder = [...images.slice(at + 1), ...images.slice(0, Math.max(at, 0))]
  return inOrder.slice(0, wanted)
}
