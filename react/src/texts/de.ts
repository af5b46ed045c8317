import type { Texts } from './en.ts';
import { formErrorsDe } from './form-errors-de.ts';
import { formsDe } from './forms-de.ts';

export const de: Texts = {
  language: 'de',
  fields: {
    email: 'E-Mail',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    currentPassword: 'Bisheriges Passwort',
    firstName: 'Vorname',
    lastName: 'Nachname',
    nickname: 'Name',
    phone: 'Telefon',
    company: 'Firma',
    birthdate: 'Geburtsdatum',
    optional: 'freiwillig',
    choose: 'Bitte wählen …',
    nicknameHelp: 'Unter diesem Namen sehen Sie die anderen Mitglieder.',
    listHelp: 'Ein Eintrag je Zeile.',
    passwordHelp: (shortest) => `Mindestens ${shortest} Zeichen. Gut geeignet sind ein paar Wörter hintereinander.`,
  },
  validation: {
    required: 'Bitte füllen Sie dieses Feld aus.',
    email: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.org.',
    passwordTooShort: (shortest) => `Bitte verwenden Sie mindestens ${shortest} Zeichen.`,
    passwordTooLong: (longest) => `Bitte verwenden Sie höchstens ${longest} Zeichen.`,
    passwordTooCommon: 'Dieses Passwort verwenden viele, es ist daher schnell erraten. Bitte wählen Sie ein anderes.',
    passwordIsEmail: 'Ihre E-Mail-Adresse würden andere als Erstes versuchen. Bitte wählen Sie ein anderes Passwort.',
    passwordRefused: 'Dieses Passwort ist nicht möglich. Bitte wählen Sie ein anderes.',
    tooLong: (longest) => `Bitte verwenden Sie höchstens ${longest} Zeichen.`,
    number: 'Bitte geben Sie eine Zahl ein.',
    date: 'Bitte geben Sie ein Datum ein.',
    url: 'Bitte geben Sie eine Webadresse ein, zum Beispiel https://example.org.',
    choice: 'Bitte wählen Sie eine der angebotenen Antworten.',
    other: 'Diese Angabe hat nicht die richtige Form.',
  },
  errors: {
    '-19970': 'Die Prüfung, ob Sie ein Mensch sind, ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
    '-19971': 'Bitte zeigen Sie, dass Sie ein Mensch sind, und senden Sie das Formular noch einmal ab.',
    '-19973':
      'Bitte legen Sie vor der Anmeldung ein neues Passwort fest: Unter „Passwort vergessen?“ erhalten Sie einen Link dafür.',
    '-19976': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    '-19995': 'Mit dieser Adresse gibt es schon ein Konto. Bitte melden Sie sich damit an.',
    '-19999': 'Mit dieser E-Mail-Adresse gibt es kein Konto.',
    MEMBER_BLOCKED: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an die Betreiber der Website.',
    SIGN_UP_CLOSED: 'Diese Website nimmt zurzeit keine neuen Mitglieder auf.',
    SLUG_ALREADY_EXISTS: 'Diesen Namen gibt es schon. Bitte wählen Sie einen anderen.',
    VERIFICATION_FAILED:
      'Der Code ist falsch oder gilt nicht mehr. Bitte nehmen Sie den aus der neuesten E-Mail, oder fordern Sie einen neuen an.',
    SESSION_NOT_FOUND: 'Diese Sitzung ist bereits beendet.',
    FOREIGN_ORIGIN:
      'Diese Seite wurde unter einer anderen Adresse als der eigenen der Website geöffnet. Bitte öffnen Sie die Website unter ihrer eigenen Adresse und versuchen Sie es noch einmal.',
    TOO_MANY_REQUESTS: (seconds) =>
      `Das waren zu viele Versuche. Bitte warten Sie ${formatWait(seconds)} und versuchen Sie es dann noch einmal.`,
    other: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  },
  signIn: {
    title: 'Anmelden',
    lead: (site) => `Schön, dass Sie wieder da sind. Willkommen bei ${site}.`,
    button: 'Anmelden',
    forgot: 'Passwort vergessen?',
    newHere: 'Sind Sie neu hier?',
    toSignUp: 'Registrieren',
  },
  signUp: {
    title: 'Registrieren',
    lead: (site) => `Werden Sie Mitglied bei ${site}.`,
    button: 'Registrieren',
    already: 'Sind Sie schon Mitglied?',
    toSignIn: 'Anmelden',
    closedTitle: 'Zurzeit keine neuen Mitglieder',
    closedLead: (site) =>
      `${site} nimmt im Moment keine neuen Mitglieder auf. Wer schon Mitglied ist, kann sich wie gewohnt anmelden.`,
  },
  verifyEmail: {
    title: 'Bitte sehen Sie in Ihr Postfach',
    lead: (email) => `Wir haben einen Code aus sechs Ziffern an ${email} geschickt.`,
    code: 'Code aus der E-Mail',
    codeHelp: 'Die E-Mail kann eine Minute brauchen. Sehen Sie auch im Spam-Ordner nach.',
    button: 'Weiter',
    nothingCame: 'Ist nichts angekommen?',
    resend: 'Neuen Code senden',
    resent: 'Ein neuer Code ist unterwegs.',
    otherAddress: 'Andere Adresse verwenden',
  },
  completeProfile: {
    title: 'Fast geschafft',
    lead: (site) => `${site} möchte Sie noch ein wenig besser kennenlernen.`,
    button: 'Weiter',
  },
  waiting: {
    title: 'Warten auf die Freigabe',
    lead: (site) => `Danke für Ihre Registrierung. Bei ${site} wird jedes neue Mitglied persönlich aufgenommen.`,
    text: (email) =>
      `Wir schreiben an ${email}, sobald Sie freigegeben sind. Bis dahin brauchen Sie nichts weiter zu tun.`,
    check: 'Erneut anmelden',
  },
  forgotPassword: {
    title: 'Passwort vergessen?',
    lead: 'Geben Sie Ihre E-Mail-Adresse ein. Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
    button: 'Link senden',
    confirmationTitle: 'Bitte sehen Sie in Ihr Postfach',
    confirmation: (email) => `Wenn es ein Konto mit der Adresse ${email} gibt, ist ein Link dorthin unterwegs.`,
    confirmationHelp: 'Die E-Mail kann eine Minute brauchen. Sehen Sie auch im Spam-Ordner nach.',
    again: 'Andere Adresse versuchen',
    toSignIn: 'Zurück zur Anmeldung',
  },
  newPassword: {
    title: 'Neues Passwort festlegen',
    lead: (email) => `Für das Konto von ${email}. Überall sonst werden Sie abgemeldet.`,
    button: 'Speichern und anmelden',
    activateTitle: 'Konto aktivieren',
    activateLead: (email) => `Wählen Sie ein Passwort für ${email}, dann kann es losgehen.`,
    activateButton: 'Mein Konto aktivieren',
    changeButton: 'Passwort ändern',
    expiredTitle: 'Dieser Link gilt nicht mehr',
    expiredLead:
      'Ein Link funktioniert nur einmal und nur für einige Zeit. Fordern Sie einfach einen neuen an; er kommt per E-Mail.',
    requestLink: 'Neuen Link anfordern',
  },
  account: {
    title: 'Ihr Konto',
    memberSince: 'Mitglied seit',
    profile: 'Profil',
    saveProfile: 'Speichern',
    profileSaved: 'Ihr Profil ist gespeichert.',
    password: 'Passwort',
    passwordLead: 'Mit einem neuen Passwort werden Sie überall außer hier abgemeldet.',
    noPasswordYet:
      'Wenn Sie noch kein Passwort haben oder es nicht mehr wissen, lassen Sie sich einen Link per E-Mail schicken.',
    passwordSaved: 'Ihr Passwort ist geändert. Überall sonst sind Sie abgemeldet.',
    wrongPassword: 'Das ist nicht Ihr bisheriges Passwort.',
    sessions: 'Wo Sie angemeldet sind',
    sessionsLead: 'Wenn Ihnen davon etwas unbekannt ist, melden Sie sich dort ab und ändern Sie Ihr Passwort.',
    thisDevice: 'Dieses Gerät',
    lastUsed: (time) => `Zuletzt benutzt ${time}`,
    signedInOn: (date) => `angemeldet am ${date}`,
    app: (name) => `in der App ${name}`,
    endSession: 'Dort abmelden',
    endSessionOf: (device) => `Dort abmelden: ${device}`,
    sessionEnded: 'Sie sind dort abgemeldet.',
    endOthers: 'Überall sonst abmelden',
    othersEnded: 'Sie sind überall außer hier abgemeldet.',
    data: 'Ihre Daten',
    dataLead: 'Alles, was diese Website über Sie speichert, als Datei zum Weiterverarbeiten (JSON).',
    download: 'Meine Daten herunterladen',
    delete: 'Konto löschen',
    deleteLead:
      'Das lässt sich nicht rückgängig machen. Ihr Konto, Ihr Profil und Ihre Anmeldungen werden sofort gelöscht.',
    deleteConfirm: 'Geben Sie zur Bestätigung Ihre E-Mail-Adresse ein',
    deleteButton: 'Mein Konto endgültig löschen',
    deleteMismatch: 'Das ist nicht die Adresse Ihres Kontos.',
    signOut: 'Abmelden',
  },
  signedOut: {
    title: 'Sie sind abgemeldet',
    lead: 'Bis bald.',
    deletedTitle: 'Ihr Konto ist gelöscht',
    deletedLead: 'Danke, dass Sie bei uns waren. Sie sind jederzeit wieder willkommen.',
    toSignIn: 'Wieder anmelden',
    home: 'Zur Startseite',
  },
  userButton: {
    menu: (name) => `Konto von ${name}`,
    account: 'Ihr Konto',
  },
  access: {
    signIn: 'Bitte melden Sie sich an, um dies zu sehen.',
    denied: 'Ihr Konto hat darauf keinen Zugriff.',
  },
  items: {
    empty: 'Hier gibt es noch nichts.',
    more: 'Mehr anzeigen',
    failed: 'Das konnte nicht geladen werden.',
    retry: 'Erneut versuchen',
    missing: 'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
  },
  devices: {
    both: (browser, system) => `${browser} unter ${system}`,
    unknown: 'Unbekanntes Gerät',
  },
  captcha: {
    title: 'Sind Sie ein Mensch?',
    needsScript:
      'Diese Website prüft, ob Formulare von Menschen abgesendet werden. Dafür wird JavaScript gebraucht: Bitte erlauben Sie es für diese Seite und laden Sie sie neu.',
    cannotLoad: 'Die Prüfung, ob Sie ein Mensch sind, konnte nicht geladen werden. Bitte laden Sie die Seite neu.',
  },
  problem: (title) => `Fehler: ${title}`,
  forms: formsDe,
  formErrors: formErrorsDe,
};

function formatWait(seconds: number): string {
  if (seconds <= 60) return 'eine Minute';
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} Minuten` : minutes <= 90 ? 'eine Stunde' : `${Math.ceil(minutes / 60)} Stunden`;
}
