import { ChoiceBar } from './choice-bar.tsx'
import { ChoiceHeader, ChoiceNotes, ReopenedNotice } from './choice-header.tsx'
import { Heart } from './heart.tsx'
import { ImageChoice, MyChoice } from './my-choice.tsx'
import { choose } from './use-choice.ts'
import './choices.css'

/** One chunk with the visitor's favorites UI, except the dialogs. Galleries load it only if favorites are enabled. */
export const choiceUi = { ChoiceBar, ChoiceHeader, ChoiceNotes, ReopenedNotice, Heart, ImageChoice, MyChoice, choose }
