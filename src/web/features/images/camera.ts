export type Camera = Partial<Record<'make' | 'model' | 'lens' | 'exposure', string | null>>

export function cameraName({ make, model }: Camera) {
  if (!make || !model) return make || model
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`
}
