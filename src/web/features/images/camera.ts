/** What a camera said of itself and of a picture, as far as the picture's owner shows it. */
export type Camera = Partial<Record<'make' | 'model' | 'lens' | 'exposure', string | null>>

/** Most makers say their name in the model as well. */
export function cameraName({ make, model }: Camera) {
  if (!make || !model) return make || model
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`
}
