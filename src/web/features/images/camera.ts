/** EXIF camera details. The API omits them if the owner hides them. */
export type Camera = Partial<Record<'make' | 'model' | 'lens' | 'exposure', string | null>>

export function cameraName({ make, model }: Camera) {
  if (!make || !model) return make || model
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`
}
