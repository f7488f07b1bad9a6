/** EXIF camera details, if the owner shows them. */
export type Camera = Partial<Record<'make' | 'model' | 'lens' | 'exposure', string | null>>

/** Many models already include the make. */
export function cameraName({ make, model }: Camera) {
  if (!make || !model) return make || model
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`
}
