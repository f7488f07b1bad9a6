const load = async () => {
  const [{ ImageViewer }, { grow, shrink }] = await Promise.all([
    import('./image-viewer.tsx'),
    import('./picture-transition.ts'),
  ])
  return { ImageViewer, grow, shrink }
}

let loaded: Awaited<ReturnType<typeof load>> | undefined

export const loadViewer = async () => {
  loaded ??= await load()
  return loaded
}

export const loadedViewer = () => loaded

/** Ignores errors, because opening an image reports them. */
export const preloadViewer = () => void loadViewer().catch(() => {})
