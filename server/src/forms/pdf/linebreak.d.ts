/** Types of the package, which contains none. pdfkit uses it, too. */
declare module 'linebreak' {
  /** Finds the positions at which a line may end (Unicode TR 14). */
  export default class LineBreaker {
    constructor(text: string);
    /** Returns the next position, in UTF-16 units, before which a line may begin, or null after the last one. */
    nextBreak(): { position: number; required?: boolean } | null;
  }
}
