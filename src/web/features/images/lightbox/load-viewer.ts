const load = async () => {
  const [{ ImageViewer }, { grow, shrink }] = await Promise.all([
    import('./image-viewer.tsx'),
    import('./picture-transition.ts'),
  ])
  return { ImageViewer, grow, shrink }
}

let loaded: Awaited<ReturnType<typeof load>> | undefined

/** What a picture is seen large with. It is fetched when somebody reaches for a picture. */
export const loadViewer = async () => {
  loaded ??= await load()
  return loaded
}

/** If it has come. */
export const loadedViewer = () => loaded

/** A head start. Whether it fails is seen when a picture is opened. */
export const preloadViewer = () => void loadViewer().catch(() => {})
