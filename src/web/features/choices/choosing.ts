import { ChoiceBar } from './choice-bar.tsx'
import { ChosenHead, ChosenNotes, ReopenedNotice } from './chosen-words.tsx'
import { Heart } from './heart.tsx'
import { MyChoice } from './my-choice.tsx'
import { choose } from './use-choice.ts'
import './choosing.css'

/** All that a gallery needs for choosing, fetched where it is offered. */
export const choosing = { ChoiceBar, ChosenHead, ChosenNotes, ReopenedNotice, Heart, MyChoice, choose }
