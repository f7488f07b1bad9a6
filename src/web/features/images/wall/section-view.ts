import { type ComponentType, lazy } from 'react'
import type { SectionedWallProps } from './sectioned-wall.tsx'

let loaded: ComponentType<SectionedWallProps> | undefined

/** Call this before server rendering and hydration, which can't wait for a lazy component. */
export async function loadSectionView() {
  loaded = (await import('./sectioned-wall.tsx')).SectionedWall
  return loaded
}

const LazyView = lazy(async () => ({ default: await loadSectionView() }))

/** Only galleries with sections load this code. */
export const sectionView = () => loaded ?? LazyView
