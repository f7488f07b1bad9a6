import { StudioPanel } from './studio-panel.tsx'

export const PeoplePanel = () => <StudioPanel id="people" title="People" />
