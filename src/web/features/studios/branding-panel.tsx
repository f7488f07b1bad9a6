import { StudioPanel } from './studio-panel.tsx'

export const BrandingPanel = () => <StudioPanel id="branding" title="Branding" />
