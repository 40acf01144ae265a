package dev.postern.app.settings;

/** A setting with which nothing can start. Its message is one line for the operator. */
public final class UnusableSettingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public UnusableSettingException(String message) {
        super(message);
    }

    static UnusableSettingException of(SettingDescriptor setting, String value) {
        String shown = setting.secret() ? Settings.MASK : "'" + value + "'";
        return new UnusableSettingException(
                "%s: %s (expected: %s)".formatted(setting.env(), shown, setting.expected()));
    }
}
