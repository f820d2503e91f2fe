import type { ReactNode } from 'react'
import type { Signal } from '@preact/signals-react'
import type { PdfDocument } from '#lib/pdf/pdf-document.ts'
import type { Matrix } from '../../alignment.ts'
import type { Geometry, MarkType, Point } from '../../geometry.ts'
import type { Camera, Size, Turns } from './camera.ts'
import type { Draft } from './drafts.ts'
import type { Shape } from './paint.ts'
import type { Path } from './drafts.ts'
import type { SheetFile } from './sheet-file.ts'

export type Tool = 'select' | 'hand' | MarkType

/** What the buttons around a sheet do with it. */
export interface SheetControl {
  readonly camera: Signal<Camera>
  fit(): void
  zoom(factor: number): void
  pan(dx: number, dy: number): void
  /** Shows a place in the middle, at a scale or at the present one. */
  show(place: Point, scale?: number): void
}

/** A page of this size, and how its points lie on another page. */
export interface LaidPage {
  readonly size: Size
  readonly matrix: Matrix
}

/** Something that keeps its size on the sheet, such as a pin. */
export interface Placed {
  readonly key: string
  readonly at: Point
  readonly face: ReactNode
}

export interface SheetViewProps {
  readonly page: Size
  readonly file: SheetFile
  /** Pictures that are shown until the sheet is drawn, the smallest first. */
  readonly pictures: readonly string[]
  /** A page that is shown as it lies on another one, which is `page`. */
  readonly laid?: LaidPage
  readonly label: string
  readonly turns?: Turns
  /** Without what is stamped on it and its other annotations. */
  readonly plain?: boolean
  /** Shared by sheets that are moved together. */
  readonly camera?: Signal<Camera>
  readonly tool?: Tool
  readonly style?: { readonly color: string; readonly width: number }
  readonly shapes?: readonly Shape[]
  readonly selected?: number | null
  readonly placed?: readonly Placed[]
  /** What lies on the sheet and grows with it: links, hits of a search. */
  readonly children?: ReactNode
  readonly mayChange?: (shape: Shape) => boolean
  readonly onSelect?: (id: number | null) => void
  /** A press without a move, with the tool that moves the sheet. */
  readonly onTap?: (place: Point) => void
  readonly onDraw?: (draft: Draft) => void
  readonly onChange?: (id: number, geometry: Geometry) => void
  readonly onReady?: (control: SheetControl) => void
  /** The sheet's file is open. */
  readonly onOpen?: (pdf: PdfDocument) => void
  /** What is being measured point by point. */
  readonly path?: Path
  readonly onPath?: (points: readonly Point[]) => void
  /** What is being measured in words. */
  readonly labelOf?: (draft: Draft) => string | null
  readonly initial?: { readonly place: Point; readonly scale: number } | null
}
