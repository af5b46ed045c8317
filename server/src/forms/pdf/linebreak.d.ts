/** The package, which pdfkit uses as well, brings no types. */
declare module 'linebreak' {
  /** Where lines may end (Unicode TR 14). */
  export default class LineBreaker {
    constructor(text: string);
    /** the next position, in UTF-16 units, before which a new line may begin; null after the last */
    nextBreak(): { position: number; required?: boolean } | null;
  }
}
