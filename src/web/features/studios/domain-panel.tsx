import { StudioPanel } from './studio-panel.tsx'

export const DomainPanel = () => <StudioPanel id="domain" title="Own domain" />
